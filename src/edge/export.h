// Routes with a response of any size: a file, or a table generated for the caller. It is streamed at the
// speed of the client (backpressure) and never completely in memory.
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

// The dependencies of such a handler. It runs on a worker thread, outside of any transaction.
struct ExportSteps {
    db::Db& db;
    db::Db& large_reads;  // a replica, if there is one
    const CompanyId& company;
    const Services& services;
    const http::Request& request;
    const std::stop_token& stop;  // client disconnected, or time limit expired
};

struct Export {
    int status = 200;
    std::string_view content_type;  // empty: no body
    std::unique_ptr<http::BodyStream> body;
    std::optional<std::uint64_t> size;  // if known in advance
    std::optional<std::string> etag;    // quoted, of the uncompressed body
    std::vector<std::pair<std::string_view, std::string>> headers;
    bool compressible = true;  // if the client accepts it
};

// Does If-None-Match contain this tag, in its compressed or uncompressed form?
bool client_has(const http::Request& request, std::string_view etag);

// Applies the Range header: the whole body (200), a part (206), or 416 if the range is outside of it.
Export with_range(const http::Request& request, Export whole, std::uint64_t size,
                  FunctionRef<std::unique_ptr<http::BodyStream>(http::ByteRange)> part);

template <class Query>
class ExportWork final : public PendingWork {
  public:
    using Handler = Export (*)(const ExportSteps&, const Call<wire::Nothing, Query>&);

    ExportWork(RequestContext& context, Handler handler, Call<wire::Nothing, Query> call)
        : context_(context), handler_(handler), call_(std::move(call)) {}

    void run() noexcept {
        try {
            const Services& services = *context_.services;
            made_ = handler_({services.db, services.large_reads, *context_.company, services,
                              context_.exchange->request, context_.stop},
                             call_);
        } catch (...) {
            context_.failure = std::current_exception();
        }
        context_.exchange->resume();
    }

    void finish(http::Response& response) override;

  private:
    RequestContext& context_;
    Handler handler_;
    const Call<wire::Nothing, Query> call_;
    Export made_;
};

void write_export(const RequestContext& context, Export made, http::Response& response);

template <class Query>
void ExportWork<Query>::finish(http::Response& response) {
    write_export(context_, std::move(made_), response);
}

// Long reads have their own worker threads, so that downloads of finished files do not wait for them.
enum class Reading { long_table, ready_file };

// `types` are the media types of the response, the default one first.
template <class Query>
Route exporting(Columns columns, std::vector<std::string_view> types, Reading reading,
                Export (*handler)(const ExportSteps&, const Call<wire::Nothing, Query>&)) {
    using Work = ExportWork<Query>;
    Route row = described<wire::Nothing, Query, wire::Nothing>(std::move(columns));
    row.response_type = types.front();
    row.other_types.assign(types.begin() + 1, types.end());
    row.weight = db::Weight::heavy;
    row.start = [handler, reading](RequestContext& context) {
        auto work = std::make_unique<Work>(context, handler, decoded_call<wire::Nothing, Query>(context));
        Work& started = *work;
        context.work = std::move(work);
        const Services& services = *context.services;
        Workers& workers =
            reading == Reading::long_table ? services.export_workers : services.waiting_workers;
        if (!workers.accept([&started] { started.run(); })) throw overloaded("too many exports wait");
    };
    return row;
}

}  // namespace callboard::edge
