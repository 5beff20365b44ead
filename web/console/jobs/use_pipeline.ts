// The model of the pipeline on the screen: made for a job and an order, kept up to date by events.
import { useEffect, useMemo } from "preact/hooks";
import { onLiveEvent } from "../api/events";
import type { Order } from "./pipeline_columns";
import { PipelineModel } from "./pipeline_model";
import { pipelineSource } from "./pipeline_source";

const kCoalesce = 300;  // ms; many events at once are one refresh

export function usePipeline(jobId: string, order: Order): PipelineModel {
    const model = useMemo(() => new PipelineModel(pipelineSource(jobId), order), [jobId, order]);
    useEffect(() => {
        void model.start();
        const changed = new Set<string>();
        let timer: ReturnType<typeof setTimeout> | undefined;
        const stop = onLiveEvent((event) => {
            const concerned = event.entities["job_id"] === jobId && event.name.startsWith("application.");
            if (!concerned && event.name !== "reset") return;
            if (event.name === "reset") {
                void model.reload();
                return;
            }
            changed.add(event.entities["application_id"] ?? "");
            timer ??= setTimeout(() => {
                timer = undefined;
                void model.refresh(changed);
                changed.clear();
            }, kCoalesce);
        });
        return () => {
            stop();
            clearTimeout(timer);
        };
    }, [model]);
    return model;
}
