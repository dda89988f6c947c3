import { useQuery } from '@tanstack/react-query'
import { emailContract } from '#core/contract/email.ts'
import { createClient } from '../client.ts'
import { usePlatform, useUser } from '../session.ts'
import { TextLink } from '../ui/actions/TextLink.tsx'
import { Card } from '../ui/layout/Card.tsx'

const emailApi = createClient(emailContract)

/** Says where to write: admins to the platform, others to their organization. */
export function Contact() {
  const { app, tenant, platformName, supportEmail } = usePlatform()
  const { role } = useUser()
  const isAdmin = role === 'superadmin' || role === 'tenant_admin' || app === 'platform'
  const { data } = useQuery({ ...emailApi.getContact(), enabled: !isAdmin })
  const address = isAdmin ? supportEmail : data?.replyTo
  if (!isAdmin && !data) return null
  return (
    <Card title="Contact">
      <p>
        {address ? (
          <>
            Write to {isAdmin ? `${platformName} support` : tenant?.name}:{' '}
            <TextLink href={`mailto:${address}`}>{address}</TextLink>
          </>
        ) : (
          `Ask the staff of ${tenant?.name ?? 'your organization'}.`
        )}
      </p>
    </Card>
  )
}
