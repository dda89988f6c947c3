import { Resolver } from 'node:dns/promises'
import type { GlobalSettings } from '#core/contract/settings.ts'
import { ok, warning, type Finding } from '#core/server/finding.ts'

/** DNS as the checks ask it. */
export interface Dns {
  resolveTxt: (name: string) => Promise<string[][]>
  resolve4: (name: string) => Promise<string[]>
  reverse: (address: string) => Promise<string[]>
}

/** Milliseconds until a name server counts as silent; it is asked once more. */
const DNS_TIMEOUT_MS = 2000

/** Names under which mail servers commonly publish their key. */
const DKIM_SELECTORS = ['default', 'mail', 'dkim', 's1', 'k1', 'selector1', 'google']

const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** @returns nothing where there is no such record */
async function ask<Answer>(answer: Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await answer
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Checks the DNS records of a sender: SPF, DKIM, DMARC, and the name of the mail server's address. */
export async function checkEmailDns(
  { fromEmail, supportEmail, mailHost }: Pick<GlobalSettings, 'fromEmail' | 'supportEmail' | 'mailHost'>,
  dns: Dns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }),
): Promise<Finding[]> {
  const domain = (fromEmail || supportEmail).split('@').at(-1) ?? ''
  const textsOf = async (name: string) => (await ask(dns.resolveTxt(name))).map((parts) => parts.join(''))
  try {
    const [spf, dmarc, keys, addresses] = await Promise.all([
      textsOf(domain),
      textsOf(`_dmarc.${domain}`),
      Promise.all(DKIM_SELECTORS.map((selector) => textsOf(`${selector}._domainkey.${domain}`))),
      ask(dns.resolve4(mailHost)),
    ])
    const names = (await Promise.all(addresses.map((address) => ask(dns.reverse(address))))).flat()
    return [
      spf.some((text) => /^v=spf1\b/i.test(text))
        ? ok('spf', `${domain} says which servers send its email`)
        : warning(
            'spf',
            `${domain} has no SPF record; add a TXT record such as "v=spf1 include:<your mail server> -all"`,
          ),
      keys.flat().some((text) => /\bp=[^;\s]/i.test(text))
        ? ok('dkim', `${domain} publishes a key that signs its email`)
        : warning(
            'dkim',
            `No DKIM key of ${domain} under ${DKIM_SELECTORS.join(', ')}; see which selector your mail server signs with`,
          ),
      dmarc.some((text) => /^v=DMARC1\b/i.test(text))
        ? ok('dmarc', `${domain} says what becomes of email that fails SPF and DKIM`)
        : warning('dmarc', `${domain} has no DMARC record; add TXT _dmarc.${domain} "v=DMARC1; p=none"`),
      names.length > 0
        ? ok('ptr', `The address of ${mailHost} is called ${names[0]}`)
        : warning('ptr', `The address of ${mailHost} has no name (PTR); mailboxes refuse such senders`),
    ]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return [
      warning(
        'email-dns',
        `SPF, DKIM, DMARC and PTR of ${domain} were not checked: no answer from DNS (${code ?? message})`,
      ),
    ]
  }
}
