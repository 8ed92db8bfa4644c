// Reads a file by XRootD's own client: xrdcl URL single|threads|vector|order COUNT prints "rate median_us cpu_us", as
// Beside.java does for ours, from the same offsets.
#include <XrdCl/XrdClFile.hh>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
using Clock = std::chrono::steady_clock;
static double micros(Clock::time_point since) { return std::chrono::duration<double, std::micro>(Clock::now() - since).count(); }
static double cpu() { timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec * 1e6 + t.tv_nsec / 1e3; }
static void check(const XrdCl::XRootDStatus &s) { if (!s.IsOK()) { fprintf(stderr, "%s\n", s.ToStr().c_str()); exit(1); } }

int main(int argc, char **argv) {
  if (argc != 4) { fprintf(stderr, "usage: xrdcl URL single|threads|vector|order COUNT\n"); return 2; }
  const std::string part = argv[2];
  const uint64_t count = atoi(argv[3]), threads = part == "threads" ? 8 : 1, elements = part == "vector" ? 1024 : 1;
  const uint32_t length = part == "order" ? 8u << 20 : part == "vector" ? 1024 : 4096;
  XrdCl::File file; check(file.Open(argv[1], XrdCl::OpenFlags::Read));
  XrdCl::StatInfo *stat; check(file.Stat(false, stat));
  const uint64_t places = stat->GetSize() / length, share = places / elements;  // XrdCl takes no element twice.
  std::vector<std::vector<double>> took(threads);
  auto work = [&](uint64_t thread, uint64_t n) {
    std::vector<char> buffer(elements * length);
    for (uint64_t i = 0, x = thread + 1; i < n; i++) {
      XrdCl::ChunkList chunks; XrdCl::VectorReadInfo *info; uint32_t got;
      for (uint64_t e = 0; e < elements; e++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        chunks.emplace_back((part == "order" ? i % places : e * share + (x >> 33) % share) * length, length, nullptr);
      }
      auto start = Clock::now();
      if (part == "vector") { check(file.VectorRead(chunks, buffer.data(), info)); delete info; }
      else check(file.Read(chunks[0].offset, length, buffer.data(), got));
      took[thread].push_back(micros(start));
    }
  };
  work(0, count / 10 + 1); took[0].clear();
  double before = cpu(); auto start = Clock::now(); std::vector<std::thread> all; std::vector<double> each;
  for (uint64_t t = 0; t < threads; t++) all.emplace_back(work, t, count / threads);
  for (uint64_t t = 0; t < threads; t++) { all[t].join(); each.insert(each.end(), took[t].begin(), took[t].end()); }
  double wall = micros(start), used = cpu() - before;
  std::nth_element(each.begin(), each.begin() + each.size() / 2, each.end());
  printf("%.1f %.1f %.2f\n", each.size() / wall * 1e6, each[each.size() / 2], used / each.size());
}
