/**
 * The hashes of the visitors that a statement binds as {visitors:Array(String)}.
 *
 * Careful: it must be a subquery. The engine's index does not work with a computed array, and a look-up of one
 * visitor would read all events.
 */
export const hashesOfVisitors =
  '(select arrayJoin(arrayMap(id -> sipHash64(id), {visitors:Array(String)})))'
