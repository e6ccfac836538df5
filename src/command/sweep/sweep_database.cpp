#include "command/sweep/sweep_database.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <system_error>

#include "toolchain/output_file.hpp"
#include "trace/report_text.hpp"
#include "word/version.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr int kBusyMs = 60'000;  // a reader may hold the database for a moment

constexpr const char* kTables = R"(
CREATE TABLE plan(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE point(
  number INTEGER PRIMARY KEY, options TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
  exit INTEGER, message TEXT, host_seconds REAL, cpu_seconds REAL);
CREATE TABLE setting(
  point INTEGER NOT NULL REFERENCES point(number), option TEXT NOT NULL, value NUMERIC NOT NULL,
  PRIMARY KEY(point, option)) WITHOUT ROWID;
CREATE TABLE measurement(
  point INTEGER NOT NULL REFERENCES point(number), table_name TEXT NOT NULL, row INTEGER NOT NULL,
  label TEXT NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL, number REAL, text TEXT NOT NULL);
CREATE TABLE report_column(
  table_name TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, heading TEXT NOT NULL, unit TEXT NOT NULL,
  origin TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY(table_name, name)) WITHOUT ROWID;
CREATE INDEX measurement_of ON measurement(point);
CREATE INDEX measurement_named ON measurement(table_name, name);
)";

std::string optionsOf(const SweepPoint& p) { return fmt::format("{}", fmt::join(p.arguments(), " ")); }

// SQLite's errors are exceptions; ours are values.
template <class Work>
auto guarded(const fs::path& file, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const SQLite::Exception& e) {
    return fail(file.string(), e.what());
  }
}

std::string valueOf(SQLite::Database& db, const char* key) {
  SQLite::Statement q{db, "SELECT value FROM plan WHERE key = ?"};
  q.bind(1, key);
  return q.executeStep() ? q.getColumn(0).getString() : std::string{};
}

void setValue(SQLite::Database& db, const char* key, const std::string& value) {
  SQLite::Statement q{db, "INSERT INTO plan VALUES(?, ?)"};
  q.bind(1, key);
  q.bind(2, value);
  q.exec();
}

void create(SQLite::Database& db, const SweepPlan& plan, const SweepShard& shard) {
  SQLite::Transaction whole{db};
  db.exec(kTables);
  setValue(db, "experiment", plan.experiment);
  setValue(db, "program", std::string{versionText()});
  setValue(db, "shard", shard.text());
  setValue(db, "text", plan.text);
  SQLite::Statement point{db, "INSERT INTO point(number, options) VALUES(?, ?)"};
  SQLite::Statement setting{db, "INSERT INTO setting VALUES(?, ?, ?)"};
  for (const SweepPoint& p : plan.points) {
    point.bind(1, p.number);
    point.bind(2, optionsOf(p));
    point.exec();
    point.reset();
    for (const SweepSetting& s : p.settings) {
      setting.bind(1, p.number);
      setting.bind(2, s.option);
      setting.bind(3, s.value);
      setting.exec();
      setting.reset();
    }
  }
  whole.commit();
}

// Empty: they are the same. `plan` may have been written differently, as long as its points are the same.
std::string difference(SQLite::Database& db, const SweepPlan& plan) {
  if (valueOf(db, "experiment") != plan.experiment) return "its experiment is " + valueOf(db, "experiment");
  SQLite::Statement q{db, "SELECT options FROM point ORDER BY number"};
  std::size_t n = 0;
  for (; q.executeStep(); ++n) {
    const std::string options = q.getColumn(0);
    if (n < plan.points.size() && options != optionsOf(plan.points[n]))
      return fmt::format("its point {} has {}", n + 1, options);
  }
  return n == plan.points.size() ? std::string{} : fmt::format("it has {} points", n);
}

Expected<void> checkSame(const fs::path& file, SQLite::Database& db, const SweepPlan& plan, const SweepShard& shard) {
  const char* other = "name another file by --output, or remove this one";
  if (!db.tableExists("plan") || !db.tableExists("report_column"))
    return fail(file.string(), "is not the database of a sweep", other);
  if (const std::string what = difference(db, plan); !what.empty())
    return fail(file.string(), "belongs to another plan: " + what, other);
  if (valueOf(db, "shard") != shard.text())
    return fail(file.string(), fmt::format("belongs to shard {}", valueOf(db, "shard")), other);
  if (valueOf(db, "program") != versionText())
    return fail(file.string(), fmt::format("was begun by utah10 {}; this is {}", valueOf(db, "program"), versionText()),
                other);
  return {};
}

void prepare(SQLite::Database& db) {
  db.setBusyTimeout(kBusyMs);
  db.exec("PRAGMA synchronous = FULL");
}

bool isNew(SQLite::Database& db) { return db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0; }

// Reports of different options may have different tables: a column's place is the least of them, whatever is run first.
constexpr const char* kKeepLeastPlace = " ON CONFLICT DO UPDATE SET place = min(place, excluded.place)";

void insertColumns(SQLite::Database& db, const std::vector<MeasuredColumn>& columns) {
  SQLite::Statement q{db, std::string{"INSERT INTO report_column VALUES(?, ?, ?, ?, ?, ?, ?)"} + kKeepLeastPlace};
  int place = 0;
  for (const MeasuredColumn& c : columns) {
    q.bind(1, c.table);
    q.bind(2, c.name);
    q.bind(3, place++);
    q.bind(4, c.heading);
    q.bind(5, c.unit);
    q.bind(6, c.origin);
    q.bind(7, c.source);
    q.exec();
    q.reset();
  }
}

void insert(SQLite::Database& db, const PointOutcome& o) {
  SQLite::Statement point{db,
                          "UPDATE point SET state = ?, exit = ?, message = ?, host_seconds = ?, cpu_seconds = ? "
                          "WHERE number = ?"};
  point.bind(1, o.failed ? "failed" : "done");
  point.bind(2, o.exitCode);
  if (!o.message.empty()) point.bind(3, o.message);
  point.bind(4, o.hostSeconds);
  point.bind(5, o.cpuSeconds);
  point.bind(6, o.point);
  point.exec();
  insertColumns(db, o.report.columns);
  SQLite::Statement q{db, "INSERT INTO measurement VALUES(?, ?, ?, ?, ?, ?, ?, ?)"};
  for (const Measurement& m : o.report.measurements) {
    q.bind(1, o.point);
    q.bind(2, m.table);
    q.bind(3, m.row);
    q.bind(4, m.label);
    q.bind(5, m.name);
    q.bind(6, m.unit);
    if (m.number)
      q.bind(7, *m.number);
    else
      q.bind(7);
    q.bind(8, m.text);
    q.exec();
    q.reset();
  }
}

std::vector<std::string> columnOf(SQLite::Database& db, const char* query) {
  std::vector<std::string> values;
  for (SQLite::Statement q{db, query}; q.executeStep();) values.push_back(q.getColumn(0).getString());
  return values;
}

// The options of all points, one column each.
std::vector<std::string> settingNames(SQLite::Database& db) {
  return columnOf(db, "SELECT option FROM setting GROUP BY option ORDER BY option");
}

std::string settingCells(SQLite::Database& db, const std::vector<std::string>& names, int point) {
  std::string cells;
  SQLite::Statement q{db, "SELECT value FROM setting WHERE point = ? AND option = ?"};
  for (const std::string& name : names) {
    q.bind(1, point);
    q.bind(2, name);
    cells += "," + (q.executeStep() ? csvCell(q.getColumn(0).getString()) : std::string{});
    q.reset();
  }
  return cells;
}

std::string csvOf(SQLite::Database& db) {
  const auto names = settingNames(db);
  std::string csv = "point";
  for (const std::string& name : names) csv += "," + csvCell(name);
  csv += ",table,row,label,name,value,unit\n";
  SQLite::Statement q{db,
                      "SELECT point, table_name, row, label, name, text, unit FROM measurement "
                      "ORDER BY point, rowid"};
  int last = 0;
  std::string settings;
  while (q.executeStep()) {
    const int point = q.getColumn(0);
    if (point != last) settings = settingCells(db, names, point);
    last = point;
    csv += fmt::format("{}{},{},{}", point, settings, csvCell(q.getColumn(1).getString()), q.getColumn(2).getInt());
    for (const int column : {3, 4, 5, 6}) csv += "," + csvCell(q.getColumn(column).getString());
    csv += "\n";
  }
  return csv;
}

}  // namespace

struct SweepDatabase::Parts {
  fs::path file;
  SQLite::Database db;
  SweepShard shard;
};

SweepDatabase::SweepDatabase(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
SweepDatabase::SweepDatabase(SweepDatabase&&) noexcept = default;
SweepDatabase& SweepDatabase::operator=(SweepDatabase&&) noexcept = default;
SweepDatabase::~SweepDatabase() = default;

Expected<SweepDatabase> SweepDatabase::open(const fs::path& file, const SweepPlan& plan, const SweepShard& shard) {
  return guarded(file, [&]() -> Expected<SweepDatabase> {
    std::unique_ptr<Parts> parts{
        new Parts{file, SQLite::Database{file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}, shard}};
    prepare(parts->db);
    if (isNew(parts->db))
      create(parts->db, plan, shard);
    else if (auto same = checkSame(file, parts->db, plan, shard); !same)
      return tl::unexpected(same.error());
    return SweepDatabase{std::move(parts)};
  });
}

Expected<SweepDatabase> SweepDatabase::open(const fs::path& file) {
  return guarded(file, [&]() -> Expected<SweepDatabase> {
    return SweepDatabase{
        std::unique_ptr<Parts>{new Parts{file, SQLite::Database{file.string(), SQLite::OPEN_READONLY}, {}}}};
  });
}

std::set<unsigned> SweepDatabase::waiting() const {
  std::set<unsigned> points;
  for (SQLite::Statement q{parts_->db, "SELECT number FROM point WHERE state = 'waiting'"}; q.executeStep();)
    if (const unsigned number = q.getColumn(0); parts_->shard.has(number)) points.insert(number);
  return points;
}

Expected<void> SweepDatabase::forgetFailed() {
  return guarded(parts_->file, [&]() -> Expected<void> {
    SQLite::Transaction whole{parts_->db};
    parts_->db.exec("DELETE FROM measurement WHERE point IN (SELECT number FROM point WHERE state = 'failed')");
    parts_->db.exec("UPDATE point SET state = 'waiting', exit = NULL, message = NULL WHERE state = 'failed'");
    whole.commit();
    return {};
  });
}

Expected<void> SweepDatabase::store(const PointOutcome& outcome) {
  return guarded(parts_->file, [&]() -> Expected<void> {
    SQLite::Transaction whole{parts_->db};
    insert(parts_->db, outcome);
    whole.commit();
    return {};
  });
}

SweepCounts SweepDatabase::counts() const {
  SweepCounts c;
  for (SQLite::Statement q{parts_->db, "SELECT number, state FROM point"}; q.executeStep();) {
    if (!parts_->shard.has(q.getColumn(0).getUInt())) continue;
    const std::string state = q.getColumn(1);
    ++(state == "done" ? c.done : state == "failed" ? c.failed : c.waiting);
  }
  c.measurements = static_cast<std::size_t>(parts_->db.execAndGet("SELECT count(*) FROM measurement").getInt64());
  return c;
}

Expected<void> SweepDatabase::writeCsv(const fs::path& file) const {
  return guarded(parts_->file,
                 [&]() -> Expected<void> { return writeFileWhole(file, std::string_view{csvOf(parts_->db)}); });
}

std::string SweepDatabase::planValue(const char* key) const { return valueOf(parts_->db, key); }

std::vector<StoredPoint> SweepDatabase::points() const {
  std::vector<StoredPoint> all;
  SQLite::Statement settings{parts_->db, "SELECT option, value FROM setting WHERE point = ? ORDER BY option"};
  for (SQLite::Statement q{parts_->db, "SELECT number, state, message FROM point ORDER BY number"}; q.executeStep();) {
    const unsigned number = q.getColumn(0);
    if (!parts_->shard.has(number)) continue;
    StoredPoint& p = all.emplace_back(StoredPoint{number, {}, q.getColumn(1), q.getColumn(2)});
    settings.bind(1, number);
    while (settings.executeStep())
      p.settings.emplace_back(settings.getColumn(0).getString(), settings.getColumn(1).getString());
    settings.reset();
  }
  return all;
}

std::vector<MeasuredColumn> SweepDatabase::columns() const {
  std::vector<MeasuredColumn> all;
  SQLite::Statement q{
      parts_->db,
      "SELECT table_name, name, heading, unit, origin, source FROM report_column AS c ORDER BY "
      "(SELECT min(place) FROM report_column WHERE table_name = c.table_name), table_name, place, name"};
  while (q.executeStep())
    all.push_back({q.getColumn(0), q.getColumn(1), q.getColumn(2), q.getColumn(3), q.getColumn(4), q.getColumn(5)});
  return all;
}

void SweepDatabase::eachRow(const std::string& table, const std::function<void(const StoredRow&)>& take) const {
  SQLite::Statement q{parts_->db,
                      "SELECT point, row, label, name, unit, number, text FROM measurement WHERE table_name = ? "
                      "ORDER BY point, row, rowid"};
  q.bind(1, table);
  StoredRow row;
  while (q.executeStep()) {
    const unsigned point = q.getColumn(0), number = q.getColumn(1);
    if (!row.cells.empty() && (point != row.point || number != row.cells.front().row)) {
      take(row);
      row.cells.clear();
    }
    row.point = point;
    row.cells.push_back({table, number, q.getColumn(2), q.getColumn(3), q.getColumn(4),
                         q.isColumnNull(5) ? std::nullopt : std::optional{q.getColumn(5).getDouble()}, q.getColumn(6)});
  }
  if (!row.cells.empty()) take(row);
}

namespace {

// What two databases have in common, where it differs; empty: they belong together.
std::string mergeTrouble(SQLite::Database& db) {
  const auto differing = [&](const char* query) { return db.execAndGet(query).getInt() != 0; };
  if (differing("SELECT count(*) FROM plan JOIN shard.plan AS s USING(key) WHERE key IN ('experiment', 'program') AND "
                "plan.value <> s.value"))
    return "is of another experiment or program";
  if (differing("SELECT (SELECT count(*) FROM point) <> (SELECT count(*) FROM shard.point) OR EXISTS (SELECT 1 FROM "
                "point LEFT JOIN shard.point AS s USING(number) WHERE s.options IS NOT point.options)"))
    return "is of another plan";
  const std::string columns = "table_name, row, label, name, unit, number, text";
  const auto same = db.execAndGet(
      "SELECT min(both.number) FROM (SELECT p.number FROM point AS p JOIN shard.point AS s USING(number) WHERE p.state "
      "<> 'waiting' AND s.state <> 'waiting' AND (p.state <> s.state OR p.exit IS NOT s.exit OR EXISTS (SELECT " +
      columns + " FROM measurement WHERE point = p.number EXCEPT SELECT " + columns +
      " FROM shard.measurement WHERE point = p.number) OR EXISTS (SELECT " + columns +
      " FROM shard.measurement WHERE point = p.number EXCEPT SELECT " + columns +
      " FROM measurement WHERE point = p.number))) AS both");
  return same.isNull() ? std::string{} : fmt::format("has another outcome of point {}", same.getInt());
}

constexpr const char* kTake = R"(
CREATE TEMP TABLE taken AS SELECT s.* FROM shard.point AS s JOIN main.point AS p USING(number)
  WHERE p.state = 'waiting' AND s.state <> 'waiting';
INSERT OR REPLACE INTO main.point SELECT * FROM taken;
INSERT INTO main.measurement SELECT m.* FROM shard.measurement AS m JOIN taken ON m.point = taken.number
  ORDER BY m.rowid;
DROP TABLE taken;
)";
// Without a WHERE, SQLite would take ON for that of a join.
constexpr const char* kTakeColumns = "INSERT INTO main.report_column SELECT * FROM shard.report_column WHERE true";

Expected<void> attach(SQLite::Database& db, const fs::path& shard) {
  std::error_code ignored;
  if (!fs::is_regular_file(shard, ignored)) return fail(shard.string(), "the file is missing");
  SQLite::Statement q{db, "ATTACH ? AS shard"};
  q.bind(1, shard.string());
  q.exec();
  const auto tables = db.execAndGet("SELECT count(*) FROM shard.sqlite_master WHERE name IN ('plan', 'report_column')");
  if (tables.getInt() != 2) return fail(shard.string(), "is not the database of a sweep");
  return {};
}

Expected<void> mergeInto(SQLite::Database& db, const fs::path& shard, bool first) {
  if (auto there = attach(db, shard); !there) return there;
  SQLite::Transaction whole{db};
  if (first) {
    db.exec("INSERT INTO main.plan SELECT * FROM shard.plan");
    db.exec("UPDATE main.plan SET value = '1/1' WHERE key = 'shard'");
    db.exec("INSERT INTO main.point(number, options) SELECT number, options FROM shard.point");
    db.exec("INSERT INTO main.setting SELECT * FROM shard.setting");
  } else if (const std::string trouble = mergeTrouble(db); !trouble.empty()) {
    return fail(shard.string(), trouble, "merge shards of one sweep");
  }
  db.exec(kTake);
  db.exec(std::string{kTakeColumns} + kKeepLeastPlace);
  whole.commit();
  db.exec("DETACH shard");
  return {};
}

}  // namespace

Expected<SweepCounts> mergeSweeps(const fs::path& out, const std::vector<fs::path>& shards, const fs::path& csv) {
  std::error_code error;
  if (fs::exists(out, error)) return fail(out.string(), "exists", "name a new file");
  const fs::path partial = out.string() + ".new";
  fs::remove(partial, error);
  auto merged = guarded(out, [&]() -> Expected<SweepCounts> {
    SweepDatabase all{std::unique_ptr<SweepDatabase::Parts>{new SweepDatabase::Parts{
        partial, SQLite::Database{partial.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}, {}}}};
    SQLite::Database& db = all.parts_->db;
    prepare(db);
    db.exec(kTables);
    for (const fs::path& shard : shards)
      if (auto done = guarded(shard, [&] { return mergeInto(db, shard, &shard == &shards.front()); }); !done)
        return tl::unexpected(done.error());
    if (auto done = all.writeCsv(csv); !done) return tl::unexpected(done.error());
    return all.counts();
  });
  if (merged) fs::rename(partial, out, error);
  std::error_code ignored;
  fs::remove(partial, ignored);
  if (merged && error) return fail(out.string(), "cannot be written: " + error.message());
  return merged;
}

}  // namespace utah10
