//! Which addresses a webhook may have.

use webhooks::{BadUrl, Reach};

/// Of each network that is not the internet, and beside their borders.
const INSIDE: &str = "
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200 127.0.0.1 127.255.255.254
    168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
    192.168.0.0 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
    240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
    64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 fe80::1 febf::1 fec0::1 fc00::1 fd00:ec2::254 fdff::1 ff02::1 ff0e::1 5f00::1
    2001::1 2001:0:7f00:1:: 2001:1ff:: 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2620:4f:8000::1 3fff::1 4000::1";
const OUTSIDE: &str = "
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 128.0.0.1 169.253.1.1 172.15.255.255
    172.32.0.1 192.167.1.1 198.17.0.1 198.20.0.1 223.255.255.255 2001:200::1 2606:4700:4700::1111 2a00:1450::1";

#[test]
fn only_the_internet_is_reached_and_only_over_tls() {
    for (addresses, is_outside) in [(INSIDE, false), (OUTSIDE, true)] {
        for text in addresses.split_whitespace() {
            let address = text.parse().unwrap();
            assert_eq!(Reach::default().admits(address, true), is_outside, "{text}");
            assert!(!Reach::default().admits(address, false), "{text}");
        }
    }
}

/// Each line is an address and why it is refused: of somebody who reaches the internet, and of somebody who reaches 127.0.0.0/30 as well.
const URLS: &str = "
internet  https://club.example/hook?a=b           good
internet  https://club.example:8443/              good
internet  https://[2606:4700::1111]/              good
internet  HTTPS://1.1.1.1                         good
internet  club.example/hook                       Form
internet  https://                                Form
internet  http://club.example/                    Scheme
internet  ftp://club.example/                     Scheme
internet  file:///etc/passwd                      Scheme
internet  https://me:pw@club.example/             Credentials
internet  https://me@club.example/                Credentials
internet  https://club.example/#x                 Fragment
internet  https://127.0.0.1/                      Inside
internet  https://127.1/                          Inside
internet  https://2130706433/                     Inside
internet  https://0x7f.0.0.1/                     Inside
internet  https://0177.0.0.1/                     Inside
internet  https://①②⑦.⓪.⓪.①/                     Inside
internet  https://127.0.0.1./                     Inside
internet  https://[::1]/                          Inside
internet  https://[::ffff:169.254.169.254]/       Inside
besides   http://127.0.0.1:9/                     good
besides   https://127.0.0.1:9/                    good
besides   http://club.example/                    good
besides   http://127.0.0.4/                       Inside
besides   http://[::ffff:127.0.0.1]/              Inside
besides   https://10.0.0.1/                       Inside
besides   http://1.1.1.1/                         Inside";

#[test]
fn an_address_says_only_where() {
    let besides = Reach::and(vec!["127.0.0.0/30".parse().unwrap()]);
    for line in URLS.trim_start().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [who, url, expected] = words[..] else {
            panic!("{line}");
        };
        let reach = match who {
            "internet" => &Reach::default(),
            _ => &besides,
        };
        let refused = reach.url(url).err();
        let said = refused.map_or_else(|| "good".to_owned(), |bad| format!("{bad:?}"));
        assert_eq!(said, expected, "{line}");
    }
    let said = |text: &str| Reach::default().url(text).err();
    assert_eq!(said(""), Some(BadUrl::Form));
    assert_eq!(said("https://a b/"), Some(BadUrl::Form));
    let of_length = |length| format!("{:a<length$}", "https://club.example/");
    assert_eq!(said(&of_length(2048)), None);
    assert_eq!(said(&of_length(2049)), Some(BadUrl::Length));
}
