import { systemActor } from '#core/server/identity/actor.ts'
import type { Job } from '#core/server/core.ts'
import type { World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import type { TestSmtpServer } from '#core/testing/smtp.ts'
import { beginOperation } from '#plugins/backup/operations/server/begin.ts'

/** Environment for the preparation of a job: its own organization, and the shared mail server. */
export interface KilledWorld extends World {
  smtp: TestSmtpServer
  /** All jobs of the platform. */
  jobs: readonly Job[]
}

interface Prepared {
  payload?: object
  tenantId?: string
  /** Fails unless all was done that an undisturbed worker does, and once. */
  expect?: () => Promise<void>
}

/** Kill of a worker in the middle of a job, and what holds when another one has done it. */
export interface KilledJob {
  /**
   * The query before which the worker is killed. By default, a job that is given a scope is held before its commit, and
   * any other when all is done and not noted yet.
   */
  heldBefore?: RegExp
  /** Names the rows that it would wait for while others are held in open transactions: it is held with its like alone. */
  waitsFor?: 'rows' | 'transactions'
  /** Set where the job is given to no other worker: the next run of its schedule does the same. */
  isLeftToNextRun?: true
  prepare?: (world: KilledWorld) => Promise<Prepared>
}

interface FromRace {
  payload?: object
  expect?: (world: KilledWorld) => Promise<void>
}

/**
 * Prepares what a race prepares in which this job acts, and expects what that expects.
 * @param given payload that is sent, by default what the first act of the race performs; and what is expected instead
 */
export const fromRace = (races: Races, id: string, given: FromRace = {}): KilledJob => ({
  prepare: async (world) => {
    const race = await races[id]?.(world)
    if (!race) throw new Error(`There is no race ${id}`)
    let prepared: Prepared | undefined = given.payload && { payload: given.payload }
    const originals = world.jobs.map((job) => [job, job.perform] as const)
    try {
      for (const job of world.jobs) {
        job.perform = async (_core, tenantId, payload) => {
          prepared = { payload: payload as object, ...(tenantId && { tenantId }) }
        }
      }
      if (!prepared) await race.first()
    } finally {
      for (const [job, perform] of originals) job.perform = perform
    }
    if (!prepared) throw new Error(`No job acts in the race ${id}`)
    return { ...prepared, expect: async () => given.expect?.(world) ?? race.expect(undefined, undefined, true) }
  },
})

/** Counts rows. */
export const many = ({ platform: { core } }: World, table: string, where: object): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx(table).where(where).select(trx.raw('1'))).length)

export const insert = ({ platform: { core } }: World, table: string, row: object): Promise<unknown> =>
  core.db.platform(systemActor, ({ trx }) => trx(table).insert(row))

/** Lists the subjects of the emails of the organization. */
export const mailsIn = ({ platform: { core }, organization }: World): Promise<string[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id }).pluck<string[]>('subject'),
  )

/** Counts rows of the organization. */
export const manyOf = (world: World, table: string): Promise<number> =>
  many(world, table, { tenantId: world.organization.id })

/** Begins a backup of everything, which waits for a worker. */
export async function beginBackup({ platform: { core } }: World): Promise<{ id: string }> {
  const what = { create: { trigger: 'manual', tenantId: null } } as const
  return (await beginOperation(core, { what, actor: systemActor })).operation
}

/** A job of an organization, with nothing prepared. */
export const ofOrganization: KilledJob = { prepare: async ({ organization }) => ({ tenantId: organization.id }) }

/** A job that looks for what is due or outdated, with nothing prepared. */
export const looks: KilledJob = {}

const DAY_MS = 86_400_000

export const daysAgo = ({ platform }: World, days: number) => new Date(platform.clock.now().getTime() - days * DAY_MS)
