import { useMutation } from '@tanstack/react-query'
import { firstStepsContract } from '#core/contract/first-steps.ts'
import { createClient } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import { settingsApi } from './client.ts'

const firstStepsApi = createClient(firstStepsContract)
const touches = [settingsApi.organizationSettings.key(), firstStepsApi.firstSteps.key()]

/** Asks a new organization's admin if the time zone is right, in which all times are shown. */
export function ConfirmTimeZone({ timeZone }: { timeZone: string }) {
  const confirming = useMutation(settingsApi.updateOrganizationSettings.mutation({ touches }))
  const confirm = async () => {
    try {
      await confirming.mutateAsync({ body: { timeZone } })
      notify({ title: 'Time zone confirmed' })
    } catch (error) {
      notify({ title: 'Time zone not confirmed', description: errorText(error), tone: 'destructive' })
    }
  }
  return (
    <Banner tone="info" title="Is this your time zone?">
      All times are shown in {zoneLabel(timeZone)}. Change it below if it is not yours.{' '}
      <Button size="small" isPending={confirming.isPending} onPress={() => void confirm()}>
        Keep time zone
      </Button>
    </Banner>
  )
}
