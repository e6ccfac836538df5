// Experiments on several machines at a time: host files for each, a thread for each that the host has room for, and the
// report where the user wants it. Private to the command layer.
#pragma once

#include <functional>
#include <string>

#include "experiments.hpp"
#include "utah10/experiments/laboratory.hpp"
#include "utah10/experiments/report.hpp"

namespace utah10 {

// Runs `n` pieces of work, each with files of its own on the packaged system of `generation`, in as many threads as the
// host has processors. What a piece does must depend on its number alone. The first piece's error, by number.
using LabRun = std::function<Expected<void>(std::size_t piece, const LabFiles& files)>;
Expected<void> runLabs(std::size_t n, const std::function<unsigned(std::size_t)>& generation, const LabRun& run);

// Writes it whole, or says why not.
Expected<void> writeReport(const Report& report, const ReportOptions& options);

}  // namespace utah10
