/** Metrics of others that the dashboard and the alerts use, with the labels that they have there. A test of a whole system sees them in its answers. */
export const OTHER_METRICS: Readonly<Record<string, readonly string[]>> = {
  up: [],
  nodejs_eventloop_lag_p99_seconds: [],
  process_cpu_seconds_total: [],
  process_resident_memory_bytes: [],
  temporal_worker_task_slots_available: ['worker_type'],
  temporal_workflow_task_execution_failed_total: ['failure_reason'],
  temporal_sticky_cache_hit_total: [],
  temporal_sticky_cache_miss_total: [],
  temporal_workflow_task_schedule_to_start_latency_seconds: ['le'],
  temporal_request_failure_total: ['operation'],
};

/** Labels that Prometheus adds to everything that it scrapes. */
export const OF_PROMETHEUS: readonly string[] = ['job', 'instance'];
