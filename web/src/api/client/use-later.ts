import { useEffect, useState } from 'react'

/** A value once it has rested for so long, so that typing asks the server once and not per letter. */
export function useLater<Value>(value: Value, restMs: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return later
}
