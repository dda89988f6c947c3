import { AsyncLocalStorage } from 'node:async_hooks'
import type { Core } from './core.ts'

/** Call for which code runs: a request, or a job with `JOB` as its method and its name as its route. */
export interface Call {
  method: string
  /** The pattern and not the address, which may be secret. */
  route: string
  requestId?: string
}

/** A time in which the event loop was blocked, so that no other call was answered. */
export interface Stall {
  ms: number
  /** Milliseconds that this thread computed; the others are the machine's, which had no processor for it. */
  cpuMs: number
  /** The call that ran last before; undefined where none has since the loop turned. */
  call: Call | undefined
}

/** Milliseconds from which on people notice that a page waits. */
export const MIN_STALL_MS = 200
const BEAT_MS = 50

const calls = new AsyncLocalStorage<Call>()
const listeners = new Set<(stall: Stall) => void>()
let heart: NodeJS.Timeout | undefined
/** Time of the loop's last turn. */
let beatAt = 0
let cpuAtBeat = 0
let current: Call | undefined
let enteredAt = 0

/** Runs what belongs to a call, until its last continuation. */
export function runAsCall<Result>(call: Call, work: () => Result): Result {
  return calls.run(call, () => {
    markCall()
    return work()
  })
}

/**
 * Marks the call of this context as running. While a call waits, for example for the database, others run: code that
 * begins and ends such waits marks the call, and the last marked one is blamed for a blocked loop.
 */
export function markCall(): void {
  if (!heart) return
  const call = calls.getStore()
  // The same one since the loop turned: it has been running all the time.
  if (call === current && enteredAt >= beatAt) return
  const now = performance.now()
  reportStall(now)
  current = call
  enteredAt = now
}

/** Notifies a listener of each stall of the process's event loop. @returns a function that stops it */
export function watchLoop(listener: (stall: Stall) => void): () => void {
  listeners.add(listener)
  if (!heart) {
    turn(performance.now())
    heart = setInterval(() => {
      const now = performance.now()
      reportStall(now)
      turn(now)
    }, BEAT_MS).unref()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(heart)
    heart = undefined
  }
}

function turn(now: number): void {
  beatAt = now
  cpuAtBeat = cpuMs()
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function reportStall(now: number): void {
  const isKnown = enteredAt >= beatAt
  const ms = now - (isKnown ? enteredAt : beatAt)
  if (ms < MIN_STALL_MS) return
  const stall = { ms: Math.round(ms), cpuMs: Math.round(cpuMs() - cpuAtBeat), call: isKnown ? current : undefined }
  for (const listener of listeners) listener(stall)
}

/** Logs and counts the stalls of a platform's process, with the call that ran. @returns a function that stops it */
export function reportStalls({ log, metrics }: Pick<Core, 'log' | 'metrics'>): () => void {
  return watchLoop(({ ms, cpuMs: cpu, call }) => {
    metrics.stalls.observe({ method: call?.method ?? 'none', route: call?.route ?? 'none' }, ms / 1000)
    // Without a call, the machine was busy or the process was starting: an operator cannot act on that.
    log[call ? 'warn' : 'debug']({ ms, cpuMs: cpu, ...call }, 'the event loop was blocked: no other call was answered')
  })
}
