import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import { describe, expect, test } from 'vitest'
import { checkEmailDns, type Dns } from './email-dns.ts'

const settings = {
  fromEmail: 'no-reply@trellis.example',
  supportEmail: 'help@other.example',
  mailHost: 'mx.trellis.example',
}

/** DNS that knows these records alone. */
function zone(records: Readonly<Record<string, string>>, names: string[]): Dns {
  const missing = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
  return {
    resolveTxt: (name) => (records[name] === undefined ? missing() : Promise.resolve([[records[name]]])),
    resolve4: () => Promise.resolve(['192.0.2.7']),
    reverse: () => (names.length === 0 ? missing() : Promise.resolve(names)),
  }
}

const statuses = async (dns: Dns) =>
  Object.fromEntries((await checkEmailDns(settings, dns)).map(({ check, status }) => [check, status]))

describe('checkEmailDns', () => {
  test('finds what mailboxes ask about a sender', async () => {
    const records = {
      'trellis.example': 'v=spf1 -all',
      'mail._domainkey.trellis.example': 'v=DKIM1; p=MIIB',
      '_dmarc.trellis.example': 'v=DMARC1; p=reject',
    }
    expect(await statuses(zone(records, ['mx.trellis.example']))).toEqual({
      spf: 'ok',
      dkim: 'ok',
      dmarc: 'ok',
      ptr: 'ok',
    })
  })

  test('names each record that is missing', async () => {
    expect(await statuses(zone({ 'trellis.example': 'some other text' }, []))).toEqual({
      spf: 'warning',
      dkim: 'warning',
      dmarc: 'warning',
      ptr: 'warning',
    })
  })

  test('says that nothing was checked where DNS does not answer', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const resolver = new Resolver({ timeout: 20, tries: 1 })
    resolver.setServers([`127.0.0.1:${silent.address().port}`])
    expect(await checkEmailDns(settings, resolver)).toMatchObject([
      { check: 'email-dns', message: expect.stringContaining('were not checked') },
    ])
    silent.close()
  })
})
