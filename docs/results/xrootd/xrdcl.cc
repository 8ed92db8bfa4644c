// Reads a file by XRootD's own client: xrdcl URL PART COUNT prints "rate median_us cpu_us", as Beside.java does for ours.
// PART is single, threads, vector or order. Same offsets as there.
#include <XrdCl/XrdClFile.hh>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>
using Clock = std::chrono::steady_clock;
static double micros(Clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }
static double cpu() {
  rusage u; getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}
static void check(const XrdCl::XRootDStatus &s) { if (!s.IsOK()) { fprintf(stderr, "%s\n", s.ToStr().c_str()); exit(1); } }
static uint64_t next(uint64_t &x) { x = x * 6364136223846793005ULL + 1442695040888963407ULL; return x >> 33; }

int main(int argc, char **argv) {
  if (argc != 4) { fprintf(stderr, "usage: xrdcl URL single|threads|vector|order COUNT\n"); return 2; }
  const std::string part = argv[2];
  const int count = atoi(argv[3]), threads = part == "threads" ? 8 : 1;
  const uint32_t length = part == "order" ? 8u << 20 : part == "vector" ? 1024 : 4096;
  XrdCl::File file; check(file.Open(argv[1], XrdCl::OpenFlags::Read));
  XrdCl::StatInfo *stat; check(file.Stat(false, stat));
  const uint64_t places = stat->GetSize() / length;
  std::vector<std::vector<double>> took(threads);
  auto work = [&](int thread, int n) {
    uint64_t x = thread + 1; std::vector<char> buffer(part == "vector" ? 1024u * length : length);
    for (int i = 0; i < n; i++) {
      auto start = Clock::now();
      if (part == "vector") {
        XrdCl::ChunkList chunks; XrdCl::VectorReadInfo *info;
        // One of each 1024th of the file: XrdCl takes no element twice.
        for (uint64_t e = 0; e < 1024; e++) chunks.emplace_back((e * (places / 1024) + next(x) % (places / 1024)) * length, length, nullptr);
        start = Clock::now();
        check(file.VectorRead(chunks, buffer.data(), info)); delete info;
      } else {
        uint32_t got; check(file.Read(part == "order" ? i % places * length : next(x) % places * length, length, buffer.data(), got));
      }
      took[thread].push_back(micros(Clock::now() - start));
    }
  };
  work(0, count / 10 + 1); took[0].clear();
  double before = cpu(); auto start = Clock::now(); std::vector<std::thread> all;
  for (int t = 0; t < threads; t++) all.emplace_back(work, t, count / threads);
  for (auto &t : all) t.join();
  double wall = micros(Clock::now() - start), used = cpu() - before;
  std::vector<double> each; for (auto &t : took) each.insert(each.end(), t.begin(), t.end());
  std::nth_element(each.begin(), each.begin() + each.size() / 2, each.end());
  printf("%.1f %.1f %.2f\n", each.size() / wall * 1e6, each[each.size() / 2], used / each.size());
}
