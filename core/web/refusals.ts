import type { ApiError } from './apiError.ts'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/** Calls back for every error response to any caller. @returns a function that stops it */
export function onRefusal(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceRefusal(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
