-- The trace of the request that caused the event (src/base/trace_context.h); NULL if it had none.
ALTER TABLE event ADD COLUMN trace TEXT;
