import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { ToolForm } from './authorize.ts'

const script = `document.forms[0].submit()`
const scriptHash = createHash('sha256').update(script).digest('base64')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

// The tool may send the browser on to another host of its own, which `form-action` would otherwise stop.
const policyFor = (action: string) =>
  [
    `default-src 'none'`,
    `script-src 'sha256-${scriptHash}'`,
    `base-uri 'none'`,
    `form-action https: ${new URL(action).origin}`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** Sends a page that posts a form to a tool at once, or by its button where scripts are off. */
export function sendForm(reply: FastifyReply, { action, fields }: ToolForm): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return reply
    .headers({
      'content-security-policy': policyFor(action),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Opening the tool</title></head>
<body>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<noscript><button>Open the tool</button></noscript>
</form>
<script>${script}</script>
</body>
</html>
`)
}
