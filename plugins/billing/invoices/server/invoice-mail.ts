import type { Env } from '#config/env.ts'
import { line } from '#core/server/mail/body.ts'
import { formatMoney, longDate } from '#core/server/words.ts'
import { noticeTo, settingsOf, type Addressee, type Notice } from '../../server/notices.ts'

interface InvoiceToMail {
  id: string
  number: string
  /** Minor units. */
  total: number
  currency: string
  dueAt: string
}

export function invoiceMail(
  env: Env,
  platformName: string,
  subscription: Addressee & { tenantName: string },
  { id, number, total, currency, dueAt }: InvoiceToMail,
): Notice {
  return noticeTo(subscription, `invoice:${id}`, `Invoice ${number} from ${platformName}`, [
    line`Invoice ${number} for ${subscription.tenantName} is ready: ${formatMoney(total, currency)}, due on ${longDate(dueAt)}.`,
    line`Download it here:`,
    settingsOf(env, subscription),
  ])
}
