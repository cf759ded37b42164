/** The address that a person opens. The token is in the fragment, which browsers do not send, so that no log has it. */
export const linkTo = (
  origin: string,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
) => ({ link: `${origin}/console/join#${token}`, expiresAt })
