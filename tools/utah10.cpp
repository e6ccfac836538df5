#include "command/program.hpp"

int main(int argc, char** argv) { return utah10::utah10Program(argc, argv); }
