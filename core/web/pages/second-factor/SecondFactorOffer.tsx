import { useMutation } from '@tanstack/react-query'
import { t } from '../../text.ts'
import { PageLinkButton } from '../../links.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { sessionQuery, useUser } from '../../session.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'

/** Offers admins two-step verification, until they set it up or dismiss the offer. */
export function SecondFactorOffer() {
  const { secondFactor } = useUser()
  const decline = useMutation(secondFactorApi.declineSecondFactor.mutation({ touches: [sessionQuery.queryKey] }))
  if (secondFactor !== 'offered') return null
  return (
    <Banner
      title={t('Protect your organization’s data')}
      action={
        <>
          <PageLinkButton size="small" to="/profile">
            {t('Set it up')}
          </PageLinkButton>
          <Button size="small" variant="quiet" isPending={decline.isPending} onPress={() => decline.mutate()}>
            {t('No, thanks')}
          </Button>
        </>
      }
    >
      {t('With two-step verification a password alone does not open your account.')}
    </Banner>
  )
}
