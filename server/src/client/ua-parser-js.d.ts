/** The part of ua-parser-js 1.x that we use; it ships no types. */
declare module 'ua-parser-js' {
  interface Result {
    browser: { name?: string; version?: string }
    os: { name?: string; version?: string }
    device: { type?: string }
  }
  export default function parse(userAgent: string): Result
}
