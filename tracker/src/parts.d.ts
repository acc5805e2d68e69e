/** Whether the script is built with everything; false in the small one. Set by tracker/build.ts. */
declare const isWhole: boolean
