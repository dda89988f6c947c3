import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test-order.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

// Bounds end what hangs, and nothing else: what is merely slow on a busy machine, as ten times slower, is no failure.
const patient = { poll: { timeout: 60_000 } }

export default defineConfig({
  root,
  test: {
    // Two cores are what a small CI machine has. A third worker takes more from the two others than it does itself.
    maxWorkers: 2,
    // Longer ones are named; of each test above 300 ms a log would have thousands of lines.
    slowTestThreshold: 5_000,
    sequence: { sequencer: LongestFirst },
    // Once for the run, not for each project.
    globalSetup: ['config/testing/global-setup.ts'],
    projects: [
      {
        root,
        test: {
          name: 'server',
          include: ['{core,plugins,cli,config}/**/*.test.{ts,tsx}'],
          setupFiles: ['core/testing/setup.ts'],
          pool: 'forks',
          // Every file would load the whole server anew.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: patient,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          include: ['{core,plugins,cli,web,config}/**/*.e2e.ts'],
          setupFiles: ['core/testing/setup.ts'],
          pool: 'forks',
          isolate: false,
          // Set by `npm test`, which names what passed at the second try: a picture that comes late is no reason to throw an
          // hour away, and none to go unseen.
          retry: Number(process.env['TEST_RETRIES'] ?? 0),
          testTimeout: 240_000,
          hookTimeout: 480_000,
          expect: patient,
        },
      },
    ],
  },
})
