import { TextLink } from '#core/web/ui/actions/TextLink.tsx'

/** A number to be called with one touch. */
export function PhoneLink({ phone }: { phone: string }) {
  return <TextLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</TextLink>
}
