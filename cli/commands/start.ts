import type { Command } from 'commander'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { startPlatform, stopOnSignal, type RunningPlatform } from '#core/server/process.ts'
import { firstAdmin, firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'

export function addStart(cli: Command): void {
  cli
    .command('start')
    .description('build the web app when it is stale, start database, web server and jobs (npm start)')
    .action(start)
}

async function start(): Promise<void> {
  const env = readEnv()
  let first: FirstStart | undefined
  const starting = startPlatform(env, plugins, {
    serve: true,
    before: async () => void (await ensureWebBuilt({ log: { info: console.log } })),
    prepare: async (platform) => {
      first = await firstStart(platform)
    },
  })
  // Also while it starts: a database that was started is not left behind.
  stopOnSignal(async () => (await starting).close())
  console.log(welcome(await starting, first))
}

/** Where it is and how to sign in. A password is shown in demo mode, or once, when it was made here. */
function welcome({ core: { env }, address }: RunningPlatform, first: FirstStart | undefined): string {
  const port = Number(new URL(address ?? '').port)
  const lines = [`Trellis is running at ${originOf({ ...env, port }, null)}`]
  if (first?.demoData.length) lines.push(`Loaded demo data of ${first.demoData.join(', ')}`)
  if (env.demo) {
    const { email, password } = firstAdmin(env)
    lines.push(`Demo mode: sign in as ${email} with the password ${password}`)
  } else if (first?.admin.temporary) {
    lines.push(
      `Created the super admin ${first.admin.email} with the temporary password ${first.admin.password}`,
      'It is shown this once, works for 7 days, and is replaced at the first sign-in.',
    )
  } else if (first) lines.push(`Created the super admin ${first.admin.email} with ADMIN_PASSWORD`)
  return lines.map((line) => `  ${line}`).join('\n')
}
