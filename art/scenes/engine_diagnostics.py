"""A laptop on the tool cart, plugged into the engine's data link, its fault codes on the screen."""
import math

from engine import engine, mats
from kit import V, area, box, camera, glow, group, kelvin, render, tube
from laptop import adapter, laptop, nine_pin_plug, nine_pin_socket
from hand_tools import rag, wrench
from workshop import ENGINE_HEIGHT, cart, engine_stand, hanging_lamp, room

CART = (-.43, -1.23, .06)
CART_TURN = math.radians(-33)
TABLE = .96
PHONE_CROP = (470, 300, 1200, 900)  # the screen, the plug and the filters


def on_cart(x, y, z=TABLE):
    """A place on the cart's mat in the room's coordinates."""
    c, s = math.cos(CART_TURN), math.sin(CART_TURN)
    return V((CART[0] + x * c - y * s, CART[1] + x * s + y * c, z))


M = mats(block='#161a1f')
room()
with group('engine', (0, 0, ENGINE_HEIGHT)):
    engine(M)
engine_stand(M)

cart(CART, CART_TURN, M)
screen = laptop(on_cart(.06, -.10), CART_TURN, M)
adapter(on_cart(-.27, .04), CART_TURN + .35, M)
wrench(on_cart(-.14, .17, TABLE + .002), CART_TURN + .10, M, .21)
wrench(on_cart(-.16, .205, TABLE + .002), CART_TURN + .18, M, .18)
rag(on_cart(-.34, .18), .7, '#7d1713', seed=3, size=.17, height=.035)

# The data link: socket on a bracket of the engine, plug, cable to the adapter, short lead to the laptop.
socket = V((-.30, -.47, .98))
facing = V((-.30, -.85, .30)).normalized()
turned = facing.to_track_quat('Z', 'Y').to_euler()
box((.09, .006, .10), socket - facing * .006, M['zinc'], .002, rot=turned)
box((.06, .16, .006), socket + V((.02, .09, -.045)), M['zinc'], .002)
nine_pin_socket(socket, turned, M)
backwards = (-facing).to_track_quat('Z', 'Y').to_euler()
nine_pin_plug(socket + facing * .022, backwards, M)
leaving = socket + facing * .11
tube([leaving, leaving + facing * .10, on_cart(-.43, .20, 1.05), on_cart(-.41, .06, .975), on_cart(-.355, .012, .975)],
     .0055, M['rubber'], rad=.09, n=12)
tube([on_cart(-.185, .068, .975), on_cart(-.15, .08, .972), on_cart(-.14, -.06, .972), on_cart(-.113, -.06, .972)],
     .0028, M['rubber'], rad=.03, n=10)

# One warm lamp over the engine, cold rims from behind.
hanging_lamp((.55, -.95, 2.05), M, 62, (-.1, -.2, 1.25))
area((-2.3, -.9, 2.2), (-.5, 0, 1.1), .25, 14, kelvin(3200), size_y=.6)
area((1.7, 1.8, 2.3), (.1, .1, 1.3), .30, 150, kelvin(12000), size_y=2.4)
area((-2.0, 1.5, 2.1), (-.3, 0, 1.2), .25, 70, kelvin(9000), size_y=1.8)
area(on_cart(.06, -.04, 1.14), on_cart(.06, -.35, .98), .28, .9, kelvin(9000), size_y=.16)
hanging_lamp((3.3, 2.9, 1.80), M, 14, (3.2, 3.5, .8))
glow((.55, -.95, 2.03), .5, '#ffb266', .35, 3)

camera((-.96, -1.78, 1.40), (-.10, -.62, 1.10), 32, 11, on_cart(.06, .03, 1.09))
render(samples=64, exposure=.12, clamp=3, glare=.30, vignette=.35, crisp=[screen], phone=PHONE_CROP)
