#include "pager_rig.hpp"

namespace utah10::test {

void PagerRig::installHandler() {
  words(01200, {
                   0202040001260,  // MOVEM 1,1260
                   0202100001261,  // MOVEM 2,1261
                   0202140001262,  // MOVEM 3,1262
                   0350000001263,  // AOS 1263        traps so far
                   0200140030571,  // MOVE 3,30571
                   0135040001264,  // LDB 1,1264      the page
                   0200101050000,  // MOVE 2,50000(1)
                   0322100001224,  // JUMPE 2,1224    it is not to be had
                   0202101031000,  // MOVEM 2,31000(1)
                   0702600000000,  // CONO 24,0
                   0603140000012,  // TLNE 3,12       reading or fetching is done again
                   0254000001220,  // JRST 1220
                   0200100030572,  // MOVE 2,30572
                   0603140000001,  // TLNE 3,1
                   0254200001201,  // HALT            the monitor's own pages are all there
                   0102103000000,  // UMOVEM 2,(3)
                   0200040001260,  // 1220: MOVE 1,1260
                   0200100001261,  // MOVE 2,1261
                   0200140001262,  // MOVE 3,1262
                   0254120030573,  // JRSTF @30573
                   0200040001260,  // 1224: MOVE 1,1260
                   0200100001261,  // MOVE 2,1261
                   0200140001262,  // MOVE 3,1262
                   halt(kRefused),
               });
  words(01264, {0111100000003});  // POINT 9,3,26
}

}  // namespace utah10::test
