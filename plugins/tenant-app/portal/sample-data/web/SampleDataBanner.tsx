import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { RemoveSampleDataDialog } from './RemoveSampleDataDialog.tsx'

/** Says to admins that the organization has sample data, and offers to remove it. */
export function SampleDataBanner() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Banner
        title="This organization has sample data"
        action={
          <Button size="small" onPress={() => setAsking(true)}>
            Remove sample data
          </Button>
        }
      >
        All its names end in “(sample)”. Figures and reports count it until you remove it; your plan does not.
      </Banner>
      <RemoveSampleDataDialog isOpen={isAsking} onOpenChange={setAsking} />
    </>
  )
}
