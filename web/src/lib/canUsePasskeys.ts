/** Whether this browser takes passkeys at this address: none does where the address is in numbers or unprotected. */
export function canUsePasskeys(): boolean {
  const inNumbers = /^\[|^[\d.]+$/.test(window.location.hostname);
  return window.isSecureContext && "PublicKeyCredential" in window && !inNumbers;
}
