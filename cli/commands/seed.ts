import { countText, listText } from '#core/server/texts.ts'
import { InvalidArgumentError, type Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import { assemble } from '#core/server/assembly.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadSyntheticData } from '#core/server/seed/bulk.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { DEMO_ADMIN } from '#core/server/tenancy/routes.ts'
import { CommandFailure } from '../failure.ts'
import { JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { showProgress } from '../progress.ts'
import { migrateHere, withDatabase, withPlatform } from '../run.ts'
import { readEnvironment } from '../environment.ts'

interface Options extends OutputOptions {
  organizations: number
  users: number
  sessions: number
  students: number
  organization?: string
}

const parseUpTo = (max: number) => (value: string) => {
  if (!/^\d+$/.test(value) || Number(value) > max)
    throw new InvalidArgumentError(`From 0 to ${max.toLocaleString('en-US')}.`)
  return Number(value)
}

export function addSeed(cli: Command): void {
  cli
    .command('seed')
    .description('load the demo data of the plugins, or synthetic data for measurements')
    .option('--organizations <number>', 'organizations to add', parseUpTo(1_000_000), 0)
    .option('--users <number>', 'users to add, spread evenly over the new organizations', parseUpTo(100_000_000), 0)
    .option('--sessions <number>', 'sessions to add, spread over the new instructors', parseUpTo(100_000_000), 0)
    .option(
      '--students <number>',
      'students with families to add to one organization without students',
      parseUpTo(1_000_000),
      0,
    )
    .option('--organization <subdomain>', 'the organization that gets the students')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Without numbers: the demo data of every plugin that has not loaded its own yet.
With numbers: synthetic data in one transaction, all or nothing; interrupting it leaves no trace, and it is safe to run
again, which adds more. Requests that touch these tables wait until it is done.`,
    )
    .action((options: Options) =>
      options.organizations + options.users + options.sessions + options.students > 0
        ? loadSynthetic(options)
        : loadDemo(options),
    )
}

/** All its users sign in with a public password. */
function refuseInProduction(): void {
  if (readEnvironment().production)
    throw new CommandFailure('Demo and synthetic data have a published password: refused in production')
}

async function loadDemo(options: Options): Promise<void> {
  refuseInProduction()
  const loaded = await withPlatform(({ core, parts }) =>
    core.db.platform(systemActor, (scope) => loadDemoData(scope, parts)),
  )
  print(options, { loaded }, () => [
    loaded.length > 0 ? `Loaded demo data of ${loaded.join(', ')}` : 'All demo data has been loaded before',
  ])
}

async function loadSynthetic(asked: Options): Promise<void> {
  const { organizations, users, sessions, students, organization, ...options } = asked
  refuseInProduction()
  if (students > 0 && organization === undefined) {
    throw new CommandFailure('Students go to one organization: name its subdomain with --organization')
  }
  const progress = showProgress()
  const start = performance.now()
  await withDatabase(async (database, env) => {
    await migrateHere(database, env)
    const parts = assemble(plugins, env.pluginsOff).flatMap(({ synthetic }) => synthetic ?? [])
    const sizes = {
      organizations,
      users,
      sessions,
      students: organization === undefined ? undefined : { organization, count: students },
    }
    await loadSyntheticData(database.url, sizes, parts, progress.report).finally(progress.end)
  })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const added = [
    countText(organizations, 'organization'),
    countText(users, 'user'),
    countText(sessions, 'session'),
    ...(students > 0 ? [`${countText(students, 'student')} of ${organization}`] : []),
  ]
  print(options, { organizations, users, sessions, students, seconds }, () => [
    `Added ${listText(added)} in ${seconds} s`,
    `The password of all users is ${DEMO_ADMIN.password}`,
  ])
}
