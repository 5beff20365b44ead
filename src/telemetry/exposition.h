// How our numbers look as Prometheus metrics; only for the files of this folder that keep such numbers.
#pragma once

#include <prometheus/client_metric.h>

#include "telemetry/metrics.h"

namespace callboard::telemetry {

prometheus::ClientMetric exposed(const Histogram& histogram);

}  // namespace callboard::telemetry
