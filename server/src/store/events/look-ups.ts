/**
 * The end of a statement that reads a few rows by an index. A second thread has nothing to do and costs 1 ms of CPU;
 * skip indexes that are read along with the rows cost another (9.0 ms of CPU for a visitor's hits, 7.0 with both
 * settings).
 */
export const settingsOfLookUps = 'settings max_threads = 1, use_skip_indexes_on_data_read = 0'
