import type { Command } from 'commander'
import { readEnv } from '#config/env.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { runNode } from '../node.ts'

export function addServe(cli: Command): void {
  cli
    .command('serve')
    .description('start a node that answers requests and leaves the jobs to others')
    .action(async () => {
      const { address } = await runNode(readEnv(), {
        serve: true,
        work: false,
        before: async () => void (await ensureWebBuilt({ log: { info: console.log } })),
      })
      console.log(`Serving at ${address}; the jobs are left to other nodes`)
    })
}
