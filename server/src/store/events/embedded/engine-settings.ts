import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesBeforeSpilling, bytesToKeepFree } from './engine-disk.ts'

const mib = 1024 * 1024

/** The engine's memory limit, and that of one statement, bytes. */
export interface MemoryLimits {
  engineBytes: number
  statementBytes: number
}

/**
 * For tests and commands that do not say otherwise. Measured: four statements that each want more than there
 * is end with code 241, and the process stays near 1 GB, of which 240 MB are the library's own pages.
 */
export const defaultMemoryLimits: MemoryLimits = {
  engineBytes: 700 * mib,
  statementBytes: 400 * mib,
}

/**
 * Writes chDB's configuration into `dir` and returns the arguments that make it read it. It can only be given when
 * the folder is opened. Caches are small because the whole product shares one small machine; chDB's own default for
 * marks alone is 5 GB.
 */
export function writeEngineSettings(dir: string, limits: MemoryLimits): string[] {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const usersFile = join(dir, 'users.xml')
  const configFile = join(dir, 'config.xml')
  writeWhenChanged(usersFile, users(limits, bytesBeforeSpilling(dir)))
  writeWhenChanged(configFile, server(usersFile, limits, bytesToKeepFree(dir)))
  return [`--config-file=${configFile}`]
}

/** A restart on a full disk needs no space for data that is already there. */
function writeWhenChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text, { mode: 0o600 })
}

/** The given number of MiB if the engine has 640 MiB or more, else proportionally less. */
const cacheBytes = ({ engineBytes }: MemoryLimits, mostMib: number) =>
  Math.floor(Math.min(1, engineBytes / (640 * mib)) * mostMib * mib)

/**
 * Of merges and mutations three at once, at most two of them mutations, and one place for small merges.
 * Measured: the engine's own sixteen rewrite every part of a large table together when a visitor is
 * erased, which takes more memory than there is from two million events on. An erasure also
 * waits until the next part is looked for: 10 to 60 ms, not the engine's own 100 to 1,100. Measured:
 * an erasure takes half the time, merges are as many and cost the same.
 *
 * chDB removes the parts that a merge has replaced at once, and syncs the new one never: a power cut, or a
 * write that failed without chDB noticing (failed-writes.ts), would take the rows of all of them. So a merge
 * is synced, and what it replaced is stored for two minutes; a start goes back to it when the new part is
 * broken. However much of that there is, it must not keep a table from being opened: ClickHouse's own bounds
 * of 100 parts and 1 GB are meant for a wrong disk.
 *
 * Statistics of columns cost an insert 2 ms of CPU of 26, and no question is faster with them.
 *
 * The engine leaves parts of less than a hundredth of a merge out of it when they are its last: of today's part and five inserts of a
 * few hits, only the first insert remained, so each insert had today's part written anew.
 */
const server = (usersFile: string, limits: MemoryLimits, keepFreeBytes: number) => `<clickhouse>
  <users_config>${escaped(usersFile)}</users_config>
  <max_server_memory_usage>${limits.engineBytes}</max_server_memory_usage>
  <merges_mutations_memory_usage_soft_limit>${Math.floor(limits.engineBytes / 2)}</merges_mutations_memory_usage_soft_limit>
${isRoomy(limits) ? '' : fixedLimit}${isSmall(limits) ? fewThreads : ''}  <mark_cache_size>${cacheBytes(limits, 64)}</mark_cache_size>
  <primary_index_cache_size>${cacheBytes(limits, 32)}</primary_index_cache_size>
  <index_mark_cache_size>${cacheBytes(limits, 8)}</index_mark_cache_size>
  <query_condition_cache_size>${cacheBytes(limits, 16)}</query_condition_cache_size>
  <background_pool_size>3</background_pool_size>
  <background_merges_mutations_concurrency_ratio>1</background_merges_mutations_concurrency_ratio>
  <background_processing_pool_thread_sleep_seconds_if_nothing_to_do>0.01</background_processing_pool_thread_sleep_seconds_if_nothing_to_do>
  <background_processing_pool_task_sleep_seconds_when_no_work_random_part>0.05</background_processing_pool_task_sleep_seconds_when_no_work_random_part>
  <storage_configuration><disks><default>
    <keep_free_space_bytes>${keepFreeBytes}</keep_free_space_bytes>
  </default></disks></storage_configuration>
  <merge_tree>
    <old_parts_lifetime>120</old_parts_lifetime>
    <merge_selector_enable_heuristic_to_remove_small_parts_at_right>0</merge_selector_enable_heuristic_to_remove_small_parts_at_right>
    <auto_statistics_types></auto_statistics_types>${isSmall(limits) ? smallMerges : ''}
    <min_rows_to_fsync_after_merge>1</min_rows_to_fsync_after_merge>
    <max_suspicious_broken_parts>10000</max_suspicious_broken_parts>
    <max_suspicious_broken_parts_bytes>${1024 * 1024 * mib}</max_suspicious_broken_parts_bytes>
    <number_of_free_entries_in_pool_to_execute_mutation>2</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>2</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>2</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
  <remote_url_allow_hosts></remote_url_allow_hosts>
</clickhouse>
`

/** With less, statements use one thread and small blocks: each thread has its own part of a GROUP BY in memory. */
const smallEngineBytes = 400 * mib

/** Whether an engine needs smaller buffers, at the cost of speed. */
export const isSmall = ({ engineBytes }: MemoryLimits) => engineBytes < smallEngineBytes

/**
 * Whether freed memory may stay for the next clicks, and the limit be exceeded while the machine has free memory.
 */
export const isRoomy = ({ engineBytes }: MemoryLimits) => engineBytes >= 1024 * mib

const smallSettings = `
    <max_threads>1</max_threads>
    <max_block_size>16384</max_block_size>
    <input_format_parallel_parsing>0</input_format_parallel_parsing>
    <max_read_buffer_size>131072</max_read_buffer_size>`

/**
 * The engine compares the memory of its process with its limit, and raises the limit while the machine has more: but
 * that is the server's, and Linux would kill one of them.
 */
const fixedLimit = `  <memory_worker_dynamic_hard_limit>0</memory_worker_dynamic_hard_limit>
  <memory_worker_rss_speculative_reserve_ratio>0</memory_worker_rss_speculative_reserve_ratio>
  <memory_worker_use_cgroup>0</memory_worker_use_cgroup>
`
const fewThreads = `  <max_thread_pool_free_size>2</max_thread_pool_free_size>
  <max_io_thread_pool_free_size>0</max_io_thread_pool_free_size>
  <max_active_parts_loading_thread_pool_size>2</max_active_parts_loading_thread_pool_size>
  <max_outdated_parts_loading_thread_pool_size>1</max_outdated_parts_loading_thread_pool_size>
  <max_parts_cleaning_thread_pool_size>2</max_parts_cleaning_thread_pool_size>
`

/** A merge holds buffers for each column that it reads and writes: one column after the other, in smaller ones. */
const smallMerges = `
    <max_compress_block_size>131072</max_compress_block_size>
    <min_compress_block_size>32768</min_compress_block_size>
    <merge_max_block_size_bytes>1048576</merge_max_block_size_bytes>
    <vertical_merge_algorithm_min_rows_to_activate>1</vertical_merge_algorithm_min_rows_to_activate>
    <vertical_merge_algorithm_min_columns_to_activate>1</vertical_merge_algorithm_min_columns_to_activate>`

/**
 * What is not granted cannot be reached: no READ or WRITE on FILE, URL, S3, REMOTE or other
 * databases, no table engine but ours. Large GROUP BYs and sorts go to disk before they fail. Bound
 * values are part of a statement's text here, as hexadecimal: a thousand long ids are a megabyte.
 *
 * Nothing is compiled to machine code: every question is another one, and compiling costs more than it saves. Sixty drawn
 * panels took 129 ms of CPU in the mean with it and 98 without at a million events, 597 and 521 at ten million.
 *
 * Threads of their own for formatting, and for reading files that are in memory, cost more than they save, and so does looking for
 * comparisons that follow from others (docs/decisions/0112-make-statements-cheaper-to-plan.md).
 */
const users = (limits: MemoryLimits, leastFreeBytes: number) => `<clickhouse>
  <profiles><default>
    <max_memory_usage>${limits.statementBytes}</max_memory_usage>
    <max_bytes_before_external_group_by>${Math.floor(limits.statementBytes / 4)}</max_bytes_before_external_group_by>
    <max_bytes_before_external_sort>${Math.floor(limits.statementBytes / 4)}</max_bytes_before_external_sort>
    <max_bytes_ratio_before_external_group_by>0.4</max_bytes_ratio_before_external_group_by>
    <max_bytes_ratio_before_external_sort>0.4</max_bytes_ratio_before_external_sort>
    <max_bytes_ratio_before_external_join>0.4</max_bytes_ratio_before_external_join>
    <min_free_disk_space_for_temporary_data>${leastFreeBytes}</min_free_disk_space_for_temporary_data>
    <max_execution_time>300</max_execution_time>
    <max_query_size>${16 * mib}</max_query_size>
    <compile_expressions>0</compile_expressions>
    <compile_aggregate_expressions>0</compile_aggregate_expressions>
    <compile_sort_description>0</compile_sort_description>
    <output_format_parallel_formatting>0</output_format_parallel_formatting>
    <local_filesystem_read_method>pread</local_filesystem_read_method>
    <optimize_and_compare_chain>0</optimize_and_compare_chain>
    <allow_introspection_functions>0</allow_introspection_functions>${isSmall(limits) ? smallSettings : ''}
  </default></profiles>
  <quotas><default></default></quotas>
  <users><default>
    <password></password>
    <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
    <grants>
      <query>GRANT SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, CREATE DATABASE, CREATE TEMPORARY TABLE, DROP, UNDROP TABLE, TRUNCATE, OPTIMIZE, SHOW, KILL QUERY, SYSTEM MERGES, SYSTEM FLUSH LOGS, SYSTEM DROP CACHE ON *.*</query>
      <query>GRANT TABLE ENGINE ON MergeTree, TABLE ENGINE ON ReplacingMergeTree, TABLE ENGINE ON SummingMergeTree, TABLE ENGINE ON AggregatingMergeTree, TABLE ENGINE ON Memory</query>
    </grants>
  </default></users>
</clickhouse>
`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
