import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Skipped } from './recipe.ts'

const MMDEBSTRAP = '/usr/bin/mmdebstrap'

/** Folder of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Refuses machines on which a recipe cannot make a Debian of its own. */
export function requireDebian(program: string, packageName: string): void {
  if (!existsSync(program) || !existsSync(MMDEBSTRAP))
    throw new Skipped(`needs the packages ${packageName} and mmdebstrap`)
  if (process.getuid?.() !== 0) throw new Skipped('needs root')
}

/** Installs a small Debian 12 into a folder, from Debian's packages. Node.js of npm needs `libatomic1`. */
export function installDebian(folder: string, packages: readonly string[]): void {
  const include = ['ca-certificates', 'libatomic1', ...packages].join(',')
  execFileSync(MMDEBSTRAP, ['--variant=minbase', `--include=${include}`, 'bookworm', folder], { stdio: 'ignore' })
}

/** Variables of the platform in a Debian of its own, which shares the network with this machine. */
export const sharedVariables = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SESSION_KEY: '1'.repeat(64),
  PUBLIC_URL: 'https://learn.example.org',
})

/** Asks the platform at a port of this machine whether it is ready. */
export async function isReadyAt(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
  return answer?.status === 200
}
