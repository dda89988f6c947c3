import type { Env } from '#config/env.ts'
import { ok, warning, type Finding } from '#core/server/finding.ts'

/** Checks that people use https and the right name, and have addresses of their own behind a proxy. */
export function checkAddress({ production, publicUrl, platformDomain, trustProxy }: Env): Finding[] {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (!production && !url) return [ok('address', `On this machine, and organizations below ${platformDomain}`)]
  const findings: Finding[] = []
  if (url?.protocol !== 'https:') {
    findings.push(
      warning(
        'https',
        'Cookies and passwords travel in the clear; put a proxy with https before it and set PUBLIC_URL',
      ),
    )
  } else if (trustProxy === 0) {
    // The platform itself speaks no TLS: something before it does.
    findings.push(
      warning('proxy', 'Behind a proxy all users share its address, so one could lock out all; set TRUST_PROXY'),
    )
  }
  if (!url || !`.${url.hostname}`.endsWith(`.${platformDomain}`)) {
    findings.push(
      warning(
        'domain',
        `Organizations live below ${platformDomain}, and ${url ? `people come to ${url.hostname}` : 'links lead there'}; set PLATFORM_DOMAIN and PUBLIC_URL to belong together`,
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('address', `${url?.origin}, and organizations below ${platformDomain}`)]
}
