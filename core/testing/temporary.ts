import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for data that a PostgreSQL under another account than root's can reach. Who makes it removes it. */
export async function temporaryDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-'))
  await chmod(directory, 0o755)
  return directory
}
