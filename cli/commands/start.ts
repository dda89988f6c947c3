import type { Command } from 'commander'
import type { Env } from '#config/env.ts'
import type { RunningPlatform } from '#core/server/process.ts'
import { firstAdmin, firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { RELEASE } from '#core/server/version.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'

export function addStart(cli: Command): void {
  cli
    .command('start')
    .description('start everything: the web app, built when it is stale, the database, the web server and the jobs')
    .action(async () => {
      const env = readEnvironment()
      let first: FirstStart | undefined
      const running = await runNode(env, {
        serve: true,
        before: async () => void (await ensureWebBuilt({ log: { info: console.log }, languages: env.languages })),
        prepare: async (platform) => {
          first = await firstStart(platform)
        },
      })
      console.log(welcome(running, first))
    })
}

/** Address of the platform and how to sign in. */
export function welcome({ core: { env }, address }: RunningPlatform, first: FirstStart | undefined): string {
  const port = Number(new URL(address ?? '').port)
  const lines = [`Trellis ${RELEASE} is running at ${originOf({ ...env, port }, null)}`]
  return paragraph([...lines, ...adminLines(env, first), 'Ctrl-C stops it.'])
}

/** Explains how to sign in. A password is shown in demo mode, or once, when it was made here. */
export function adminLines(env: Env, first: FirstStart | undefined): string[] {
  const lines = first?.demoData.length ? [`Loaded demo data of ${first.demoData.join(', ')}`] : []
  if (env.demo) {
    const { email, password } = firstAdmin(env)
    lines.push(`Demo mode: sign in as ${email} with the password ${password}`)
  } else if (first?.admin.temporary) {
    lines.push(
      `Created the super admin ${first.admin.email} with the temporary password ${first.admin.password}`,
      'It is shown this once, works for 7 days, and is replaced at the first sign-in.',
    )
  } else if (first) lines.push(`Created the super admin ${first.admin.email} with the password of ADMIN_PASSWORD`)
  return lines
}

export const paragraph = (lines: readonly string[]) => `\n${lines.map((line) => `  ${line}\n`).join('')}`
