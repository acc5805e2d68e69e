/**
 * The hashes of the visitors that a statement binds as {visitors:Array(String)}.
 *
 * Careful: a subquery. Of an array that is computed the engine's index knows nothing, and a look-up of one visitor
 * reads every event there is.
 */
export const hashesOfVisitors =
  '(select arrayJoin(arrayMap(id -> sipHash64(id), {visitors:Array(String)})))'
