import type { TenantScope } from '#core/server/core.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { listGuardiansToNotify, requireStudent } from './children.ts'

/** Tells the other guardians of a child that there is a new one. */
export async function mailNewGuardian(
  scope: TenantScope,
  studentId: string,
  added: { userId: string; firstName: string; lastName: string },
): Promise<void> {
  const others = (await listGuardiansToNotify(scope, studentId)).filter(({ id }) => id !== added.userId)
  if (others.length === 0) return
  const child = await requireStudent(scope, studentId)
  const organization = await TenantModel.query(scope.trx).findById(scope.tenantId)
  const { name = '', subdomain = null } = organization ?? {}
  await sendMails(
    scope,
    others.map(({ email }) => ({
      to: email,
      subject: `${child.firstName} has another guardian at ${name}`,
      body: [
        line`Hello,`,
        line`${added.firstName} ${added.lastName} is now a guardian of ${child.firstName} ${child.lastName} at ${name}.`,
        line`Whom ${name} gets in touch with about ${child.firstName} stands in the parent portal:`,
        link(scope.core.env, subdomain, `/parent-portal?child=${studentId}&tab=people`),
        line`If you did not expect this, talk to ${name}.`,
      ],
    })),
  )
}
