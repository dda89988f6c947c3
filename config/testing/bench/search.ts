import { accounts, PASSWORD } from './accounts.ts'
import { call, printLatencies, start, stop } from './children.ts'

/** The 50 pairs of letters that most synthetic users have where a word begins, the most frequent first. */
const PAIRS =
  'ma ja sa ca ha ro mi da an wa jo th be ch al ba no ke na ra ol ad le he wi gr co aa mo el si lu am is ka fe pr me ya ga li ib di ru re fl go pa pe ho'

/** One search after the other, alone on the machine: terms of every kind, and the most frequent pairs of letters. */
export async function searchAmongMany(databaseUrl: string, dataDir: string): Promise<void> {
  const known = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const headers = { host: 'localhost' }
  const { cookie } = await call(platform.port, '/api/login', headers, { email: known.admin, password: PASSWORD })
  const terms = [
    known.lastName,
    known.member,
    known.member.split('@')[0] ?? '',
    known.lastName.slice(0, 4),
    known.lastName.slice(0, 2),
    'zzyzx',
    'a',
    '%',
    '',
  ]
  for (const asked of [terms, PAIRS.split(' ')]) {
    const paths = asked.map((term) => `/api/users/search?searchTerm=${encodeURIComponent(term)}&limit=25`)
    await printLatencies(platform.port, paths, { ...headers, cookie }, 100)
  }
  await stop(platform)
}
