import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import type { Core } from './core.ts'
import { isRunning } from './database/processes.ts'
import { statement } from './database/statement.ts'
import { systemActor } from './identity/actor.ts'
import { RELEASE } from './version.ts'

const HEARTBEAT_MS = 15_000
/** Seconds without a heartbeat after which a node counts as gone. */
export const GONE_AFTER_SECONDS = 60

/** A process that serves or works on a database. */
export interface Node {
  host: string
  pid: number
  /** Version and commit, as `platform-cli --version` prints them. */
  version: string
  /** ISO 8601. */
  startedAt: string
  /** Seconds since its last heartbeat. */
  seenAgo: number
}

// The row may be gone after a long outage of the database: starting nodes remove those of killed ones.
const upsertNode = statement(`
  insert into nodes (id, host, pid, version) values ($id, $host, $pid, $version)
  on conflict (id) do update set seen_at = now()`)

const deleteGoneNodes = statement(`delete from nodes where seen_at < now() - interval '${GONE_AFTER_SECONDS} seconds'`)

const deleteNode = statement('delete from nodes where id = $id')

/** Sends heartbeats of this node to the database until the returned function is called. */
export async function announceNode({ db, log }: Core): Promise<() => Promise<void>> {
  const node = { id: randomUUID(), host: hostname(), pid: process.pid, version: RELEASE }
  const announce = () => db.platform(systemActor, ({ rows }) => rows(upsertNode, node))
  await db.platform(systemActor, ({ rows }) => rows(deleteGoneNodes))
  await announce()
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = announce().catch((error: unknown) => log.debug({ err: error }, 'could not say that this node lives'))
  }, HEARTBEAT_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    // A heartbeat in progress would insert the row again.
    await last
    await db
      .platform(systemActor, ({ rows }) => rows(deleteNode, { id: node.id }))
      .catch((error: unknown) => log.debug({ err: error }, 'could not say that this node stops'))
  }
}

/**
 * Nodes that have been seen in the last minute, oldest first. One of this machine whose process has ended, which was
 * killed then, is left out at once, so that it does not prevent a restart.
 * @param client signed in as the role of DATABASE_URL
 */
export async function livingNodes(client: pg.Client): Promise<Node[]> {
  const { rows: tables } = await client.query<{ known: boolean }>(`select to_regclass('nodes') is not null as known`)
  if (!tables[0]?.known) return []
  const { rows } = await client.query<Node>(
    `select host, pid, version, started_at as "startedAt",
            extract(epoch from now() - seen_at)::int as "seenAgo"
       from nodes where seen_at >= now() - interval '${GONE_AFTER_SECONDS} seconds' order by started_at, id`,
  )
  const ended = await Promise.all(rows.map(hasEnded))
  return rows.filter((_, at) => !ended[at])
}

/** True if the node was a process of this machine that has ended. A container gives each start the same number. */
async function hasEnded({ host, pid }: Node): Promise<boolean> {
  return host === hostname() && (pid === process.pid || !(await isRunning(pid)))
}

/** Formats a node so that an operator can find it. */
export function nodeText({ host, pid, version, startedAt, seenAgo }: Node): string {
  const started = startedAt.slice(0, 16).replace('T', ' ')
  return `version ${version} on ${host}, process ${pid}, started ${started} UTC, last seen ${seenAgo} s ago`
}
