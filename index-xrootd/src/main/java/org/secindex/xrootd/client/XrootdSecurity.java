package org.secindex.xrootd.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client trusts, and how it proves who it is. Files are read when a server asks for what is
 * in them, for each connection anew. What is null is looked for where the reference client looks.
 *
 * @param authorities a PEM file of certificates, or a directory of such files, that servers'
 *     certificates must go back to. If null: the directory in the environment variable {@code
 *     X509_CERT_DIR}, else {@code /etc/grid-security/certificates} if there is one, else those that
 *     Java trusts
 * @param keytab the shared secrets for {@code sss}, readable by nobody but their owner. If null:
 *     the file in {@code XrdSecSSSKT} or {@code XrdSecsssKT}, else {@code ~/.xrd/sss.keytab}. A
 *     file that a server names is never used
 * @param tokenFile the bearer token for {@code ztn}, readable by nobody but its owner. If null: as
 *     WLCG has it, {@code BEARER_TOKEN}, the file in {@code BEARER_TOKEN_FILE}, {@code
 *     $XDG_RUNTIME_DIR/bt_u$UID}, {@code /tmp/bt_u$UID}
 */
public record XrootdSecurity(
    @Nullable Path authorities, @Nullable Path keytab, @Nullable Path tokenFile) {

  /** Everything is looked for. */
  public static XrootdSecurity defaults() {
    return new XrootdSecurity(null, null, null);
  }

  /** This with other {@link #authorities}. */
  public XrootdSecurity withAuthorities(Path pem) {
    return new XrootdSecurity(pem, keytab, tokenFile);
  }

  /** This with another {@link #keytab}. */
  public XrootdSecurity withKeytab(Path file) {
    return new XrootdSecurity(authorities, file, tokenFile);
  }

  /** This with another {@link #tokenFile}. */
  public XrootdSecurity withTokenFile(Path file) {
    return new XrootdSecurity(authorities, keytab, file);
  }
}
