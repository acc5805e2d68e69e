import { useEffect, useState } from 'react'

/** A debounced value, so that typing sends one request and not one per letter. */
export function useLater<Value>(value: Value, restMs: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return later
}
