/** The most visitors that one request summarises: more than any list of the dashboard shows at once. */
export const mostSummaries = 100
