package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What proves to a server that we have a secret that it has, too: who and where we are, and the
 * time, enciphered by Blowfish (CFB, 64 bits of feedback, no initial vector). It is good for some
 * seconds, and for the one connection whose port it names.
 */
final class SssCredential {
  /** Java takes no longer key for Blowfish. */
  static final int LONGEST_KEY = 56;

  /** Seconds from 1970 to the zero of the protocol's clock. */
  private static final long EPOCH = 1_222_183_880;

  private static final int NONCE = 32;
  private static final byte NAME = 0x01;
  private static final byte ORIGIN = 0x20;

  private SssCredential() {}

  /**
   * Makes it.
   *
   * @param arguments as the server offers, {@code 0.+13:/keytab}: Blowfish, version 2, good for 13
   *     s
   * @param origin our end of the connection, {@code [address]:port}
   * @param now seconds since 1970
   * @throws NoCredential if the key or the server's cipher is none that Java has
   */
  static ByteBuffer make(SssKey key, String arguments, String user, String origin, long now) {
    if (!arguments.isEmpty() && arguments.charAt(0) != '0') {
      throw new NoCredential(
          "the server wants another cipher than Blowfish: '" + arguments.charAt(0) + "'");
    }
    if (key.secret().length > LONGEST_KEY) {
      throw new NoCredential(
          "%s has %d bytes, but Java's Blowfish takes %d at most: make a key of 32"
              .formatted(key, key.secret().length, LONGEST_KEY));
    }
    byte[] name = arguments.startsWith("0.+") ? padded(key.name()) : new byte[0];
    byte[] secret = enciphered(key, plain(user, origin, now));
    return ByteBuffer.allocate(16 + name.length + secret.length)
        .put(new byte[] {'s', 's', 's', 0, 0, 0, (byte) name.length, '0'})
        .putLong(key.id())
        .put(name)
        .put(secret)
        .flip();
  }

  /** Ended by a zero at least, in whole words of eight. */
  private static byte[] padded(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, (bytes.length + 8) & ~7);
  }

  private static byte[] plain(String user, String origin, long now) {
    byte[] nonce = new byte[NONCE];
    new SecureRandom().nextBytes(nonce);
    byte[] from = (origin + "\0").getBytes(StandardCharsets.UTF_8);
    byte[] who = (user + "\0").getBytes(StandardCharsets.UTF_8);
    ByteBuffer b = ByteBuffer.allocate(NONCE + 8 + 3 + from.length + 3 + who.length + 4);
    b.put(nonce).putInt((int) (now - EPOCH)).putInt(0);
    b.put(ORIGIN).putShort((short) from.length).put(from);
    b.put(NAME).putShort((short) who.length).put(who);
    CRC32 crc = new CRC32();
    crc.update(b.array(), 0, b.position());
    return b.putInt((int) crc.getValue()).array();
  }

  private static byte[] enciphered(SssKey key, byte[] plain) {
    try {
      Cipher cipher = Cipher.getInstance("Blowfish/CFB/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key.secret(), "Blowfish"),
          new IvParameterSpec(new byte[8]));
      return cipher.doFinal(plain);
    } catch (GeneralSecurityException e) {
      throw new NoCredential("this Java has no Blowfish for " + key + ": " + e.getMessage());
    }
  }
}
