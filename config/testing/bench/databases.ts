import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { environment } from './children.ts'

/** Fills a database by the command line. @returns the seconds that it took */
export function seed(databaseUrl: string, dataDir: string, amounts: string[]): number {
  const began = Date.now()
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../../cli/main.ts', import.meta.url)), 'seed', ...amounts],
    {
      stdio: 'inherit',
      env: environment(databaseUrl, dataDir),
    },
  )
  if (status !== 0) throw new Error(`Seeding ended with ${status}`)
  return (Date.now() - began) / 1000
}

/** An empty database on the server of this address. */
export async function scratchDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return serverUrl.replace(/\/[^/]*$/, `/${name}`)
}
