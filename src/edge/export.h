// Rows that answer with something of any size: a file, or a table that is made for the caller. It leaves as
// fast as the client reads, and never stands in memory as a whole.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/function_ref.h"
#include "edge/route.h"
#include "http/byte_range.h"

namespace callboard::edge {

// What such a handler has. It runs on a thread of its own kind, outside of any transaction.
struct ExportSteps {
    db::Db& db;
    db::Db& large_reads;  // a replica, if there is one
    const CompanyId& company;
    const Services& services;
    const http::Request& request;
    const std::stop_token& stop;  // the client has gone, or the time is up
};

struct Export {
    int status = 200;
    std::string_view content_type;  // empty: there is no body
    std::unique_ptr<http::BodyStream> body;
    std::optional<std::uint64_t> size;  // if it is known before
    std::optional<std::string> etag;    // "…", of the body as it is; compressed it has another
    std::vector<std::pair<std::string_view, std::string>> headers;
    bool compressible = true;  // when the client takes it so
};

// Does the client say that it has the body with this tag already, compressed or not?
bool client_has(const http::Request& request, std::string_view etag);

// The part of a body that is asked for: the whole (200), a part (206), or one that is not there (416).
Export with_range(const http::Request& request, Export whole, std::uint64_t size,
                  FunctionRef<std::unique_ptr<http::BodyStream>(http::ByteRange)> part);

template <class Query>
class ExportWork final : public PendingWork {
  public:
    using Handler = Export (*)(const ExportSteps&, const Call<wire::Nothing, Query>&);

    ExportWork(Visit& visit, Handler handler, Call<wire::Nothing, Query> call)
        : visit_(visit), handler_(handler), call_(std::move(call)) {}

    void run() noexcept {
        try {
            const Services& services = *visit_.services;
            made_ = handler_({services.db, services.large_reads, *visit_.company, services,
                              visit_.exchange->request, visit_.stop},
                             call_);
        } catch (...) {
            visit_.failure = std::current_exception();
        }
        visit_.exchange->resume();
    }

    void finish(http::Response& response) override;

  private:
    Visit& visit_;
    Handler handler_;
    const Call<wire::Nothing, Query> call_;
    Export made_;
};

void write_export(const Visit& visit, Export made, http::Response& response);

template <class Query>
void ExportWork<Query>::finish(http::Response& response) {
    write_export(visit_, std::move(made_), response);
}

// What takes long to read has threads of its own, so that downloads, which only begin, do not wait for it.
enum class Reading { long_table, ready_file };

// `types` are what it may answer with, the usual one first.
template <class Query>
Route exporting(Columns columns, std::vector<std::string_view> types, Reading reading,
                Export (*handler)(const ExportSteps&, const Call<wire::Nothing, Query>&)) {
    using Work = ExportWork<Query>;
    Route row = described<wire::Nothing, Query, wire::Nothing>(std::move(columns));
    row.response_type = types.front();
    row.other_types.assign(types.begin() + 1, types.end());
    row.weight = db::Weight::heavy;
    row.start = [handler, reading](Visit& visit) {
        auto work = std::make_unique<Work>(visit, handler, decoded_call<wire::Nothing, Query>(visit));
        Work& started = *work;
        visit.work = std::move(work);
        const Services& services = *visit.services;
        Workers& workers =
            reading == Reading::long_table ? services.export_workers : services.waiting_workers;
        if (!workers.accept([&started] { started.run(); })) throw overloaded("too many exports wait");
    };
    return row;
}

}  // namespace callboard::edge
