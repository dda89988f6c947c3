import { PickupCodesCard } from '../../../care/pickup-codes/web/PickupCodesCard.tsx'
import { DigestCard } from '../../digest/web/DigestCard.tsx'
import { NoChildren } from './NoChildren.tsx'
import { OwnContactCard } from './OwnContactCard.tsx'

/** Explains to a guardian without children how to add one, above the guardian's own details. */
export function WithoutChildren() {
  return (
    <>
      <NoChildren />
      <OwnContactCard />
      <PickupCodesCard />
      <DigestCard />
    </>
  )
}
