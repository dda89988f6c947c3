import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { freePort } from '#core/server/database/ports.ts'
import { installDebian, isReadyAt, REPOSITORY, requireDebian, sharedVariables } from './debian.ts'
import { waitUntil, type Recipe } from './recipe.ts'

const NSPAWN = '/usr/bin/systemd-nspawn'
const units = ['trellis-serve', 'trellis-work']

/** Boots a Debian with systemd that has the two units, and this repository as /opt/trellis. */
export const systemdUnits: Recipe = {
  name: 'systemd units',
  section: 'Docker image and systemd units',
  blocks: [],
  run: async (directory) => {
    requireDebian(NSPAWN, 'systemd-container')
    const root = join(directory, 'debian')
    installDebian(root, ['systemd', 'systemd-sysv', 'dbus'])
    const database = await startEmbeddedPostgres(join(directory, 'postgres'), ['fsync=off'])
    try {
      const port = await freePort()
      await install(root, { ...sharedVariables(database.url), PORT: String(port) })
      await boot(root, port)
    } finally {
      await database.stop()
    }
    return 'both start with the machine as the user trellis, and are ready'
  },
}

async function install(root: string, variables: Record<string, string>): Promise<void> {
  execFileSync('chroot', [
    root,
    '/usr/sbin/useradd',
    '--system',
    '--home-dir',
    '/var/lib/trellis',
    '--create-home',
    'trellis',
  ])
  await cp(`${REPOSITORY}core/operations/systemd`, join(root, 'etc/systemd/system'), { recursive: true })
  await mkdir(join(root, 'etc/trellis'))
  const lines = Object.entries({ ...variables, DATA_DIR: '/var/lib/trellis/data' }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  await writeFile(join(root, 'etc/trellis/environment'), lines.join(''), { mode: 0o600 })
  execFileSync('chroot', [root, '/usr/bin/systemctl', 'enable', ...units], { stdio: 'ignore' })
}

async function boot(root: string, port: number): Promise<void> {
  const given = [
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--directory',
    root,
    `--bind-ro=${REPOSITORY}:/opt/trellis`,
    '--boot',
  ]
  const running = spawn(NSPAWN, given, { stdio: 'ignore' })
  const ended = once(running, 'exit')
  try {
    await waitUntil('trellis-serve is ready', () => isReadyAt(port))
    // The unit says where work answers.
    await waitUntil('trellis-work is ready', () => isReadyAt(3001))
  } finally {
    // systemd-nspawn hands it to the booted systemd as a request to power off.
    running.kill('SIGTERM')
    await ended
  }
}
