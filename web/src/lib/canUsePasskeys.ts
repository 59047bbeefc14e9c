/** Whether this browser supports passkeys at this address: none does on an IP address or an insecure origin. */
export function canUsePasskeys(): boolean {
  const isIpAddress = /^\[|^[\d.]+$/.test(window.location.hostname);
  return window.isSecureContext && "PublicKeyCredential" in window && !isIpAddress;
}
