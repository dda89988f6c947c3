import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { createPlatform } from '#core/server/platform.ts'

// Runs in a process of its own: `node cycle-process.ts`, with DATABASE_URL; runs the cycle once, answers over the IPC
// channel and ends.

/** Time and memory that one run of the cycle took. Memory is resident, in bytes. */
export interface CycleTaken {
  seconds: number
  memoryBefore: number
  memoryPeak: number
}

const env = readEnv()
if (!env.databaseUrl) throw new Error('The benchmark sets DATABASE_URL')
const platform = await createPlatform({ ...env, databaseUrl: env.databaseUrl }, plugins, { work: false })
const cycle = platform.parts.get('automation')?.jobs?.find(({ name }) => name === 'automation.cycle')
if (!cycle) throw new Error('The plugin automation is off')

const memoryBefore = process.memoryUsage().rss
let memoryPeak = memoryBefore
const look = setInterval(() => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage().rss)
}, 10)
const began = performance.now()
await cycle.perform(platform.core, null, {})
const seconds = (performance.now() - began) / 1000
clearInterval(look)
await platform.close()
process.send?.({ seconds, memoryBefore, memoryPeak } satisfies CycleTaken)
process.disconnect?.()
