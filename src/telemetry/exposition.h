// Conversion to Prometheus metrics; used only within this folder.
#pragma once

#include <prometheus/client_metric.h>

#include "telemetry/metrics.h"

namespace callboard::telemetry {

prometheus::ClientMetric exposed(const Histogram& histogram);

}  // namespace callboard::telemetry
