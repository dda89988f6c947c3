import type { Command } from 'commander'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'

export function addServe(cli: Command): void {
  cli
    .command('serve')
    .description('start a node that answers requests and leaves the jobs to others')
    .action(async () => {
      const { address } = await runNode(readEnvironment(), {
        serve: true,
        work: false,
        before: async () => void (await ensureWebBuilt({ log: { info: console.log } })),
      })
      console.log(`Serving at ${address}; the jobs are left to other nodes`)
    })
}
